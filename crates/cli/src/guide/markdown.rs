//! Markdown as plain text: the little of it that the guide uses.

/// The most characters of a line.
const WIDTH: usize = 76;

/// Headings, wrapped paragraphs, lists, tables and code, without pictures.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            for code in lines.by_ref().take_while(|it| !it.starts_with("```")) {
                out.push_str(format!("    {code}").trim_end());
                out.push('\n');
            }
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|it| it.starts_with('|')) {
                rows.push(cells(row));
            }
            out.push_str(&table(&rows));
        } else if let Some(title) = heading(line) {
            out.push_str(&title);
        } else if let Some(item) = line.strip_prefix("- ") {
            out.push_str(&wrapped("- ", &inline(item), "  "));
        } else if line.starts_with("![") {
            // A blank line before a picture is enough.
            lines.next_if(|it| it.is_empty());
        } else if line.is_empty() {
            out.push('\n');
        } else {
            out.push_str(&wrapped("", &inline(line), ""));
        }
    }
    while out.contains("\n\n\n") {
        out = out.replace("\n\n\n", "\n\n");
    }
    out
}

/// A heading in capitals, or with a line below it.
fn heading(line: &str) -> Option<String> {
    if let Some(title) = line.strip_prefix("# ") {
        let title = inline(title);
        return Some(format!("{title}\n{}\n", "=".repeat(title.chars().count())));
    }
    let title = inline(line.strip_prefix("## ")?);
    Some(format!("{title}\n{}\n", "-".repeat(title.chars().count())))
}

/// A text without the signs for links, code and emphasis.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let Some((label, target)) = after.split_once("](") else {
            out.push('[');
            rest = after;
            continue;
        };
        let Some((target, after)) = target.split_once(')') else {
            out.push('[');
            rest = &rest[before.len() + 1..];
            continue;
        };
        out.push_str(label);
        match target.strip_suffix(".md").filter(|it| !it.contains('/')) {
            Some(page) => out.extend([" (tengen help ", page, ")"]),
            None if target.starts_with("http") => out.extend([" (", target, ")"]),
            None => (),
        }
        rest = after;
    }
    out.push_str(rest);
    out.replace("**", "").replace('`', "")
}

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|it| inline(it.trim())).collect()
}

/// A table as columns, with the last one wrapped beside the others.
fn table(rows: &[Vec<String>]) -> String {
    let is_rule = |row: &&Vec<String>| !row.iter().all(|it| it.starts_with("--"));
    let n_columns = rows.first().map_or(0, Vec::len);
    let rows: Vec<&Vec<String>> = rows.iter().filter(is_rule).collect();
    let width = |idx: usize| {
        let widths = rows.iter().filter_map(|it| it.get(idx)).map(|it| it.chars().count());
        widths.max().unwrap_or(0).min(28)
    };
    let widths: Vec<usize> = (0..n_columns.saturating_sub(1)).map(width).collect();
    let indent = " ".repeat(2 + widths.iter().map(|it| it + 2).sum::<usize>());
    let mut out = String::new();
    for row in rows {
        let mut start = "  ".to_owned();
        for (cell, &width) in row.iter().zip(&widths) {
            let padded = format!("{cell:<width$}  ");
            start.push_str(&padded);
        }
        // A wide first column has a line of its own.
        if start.chars().count() > indent.chars().count() {
            out.push_str(start.trim_end());
            out.push('\n');
            start.clone_from(&indent);
        }
        out.push_str(&wrapped(&start, row.last().map_or("", String::as_str), &indent));
    }
    out
}

/// A text in lines, the first after `start` and the others after `indent`.
fn wrapped(start: &str, text: &str, indent: &str) -> String {
    let mut out = String::new();
    let mut line = start.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let n_letters = line.chars().count() + usize::from(!is_empty) + word.chars().count();
        if n_letters > WIDTH && !is_empty {
            out.push_str(line.trim_end());
            out.push('\n');
            indent.clone_into(&mut line);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_guide_uses_becomes_plain_text() {
        let text = "# Play\n\nPress `p`, see [Levels](levels.md) or [this](../x.md).\n\n![A board](a.svg)\n\n## Keys\n\n| key | what |\n|---|---|\n| `p` | pass |\n\n- one\n- two\n\n```sh run\ntengen play\n```\n";
        let expected = "Play\n====\n\nPress p, see Levels (tengen help levels) or this.\n\nKeys\n----\n\n  key  what\n  p    pass\n\n- one\n- two\n\n    tengen play\n";
        assert_eq!(plain(text), expected);
    }

    #[test]
    fn long_lines_are_wrapped_and_brackets_stay() {
        let text = "word ".repeat(20);
        assert!(plain(&text).lines().all(|it| it.chars().count() <= WIDTH));
        assert_eq!(plain("a [b] c [d"), "a [b] c [d\n");
    }
}
