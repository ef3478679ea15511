//! The crosstable as text and as CSV.

use std::fmt::Write as _;

use tengen_ratings::{Crosstable, CrosstableRow};

use super::Tournament;

impl Tournament {
    /// The crosstable with all sums.
    pub fn crosstable(&self) -> Crosstable {
        Crosstable::new(&self.sheet())
    }

    /// The name of a player, by the number.
    pub fn name_of(&self, player: u64) -> &str {
        usize::try_from(player)
            .ok()
            .and_then(|it| self.players.get(it))
            .map_or("", |it| it.name.as_str())
    }

    fn header(&self) -> Vec<String> {
        let mut header: Vec<String> = ["Place", "Name", "Rank"].map(str::to_owned).to_vec();
        header.extend((1..=self.rounds.len()).map(|it| format!("R{it}")));
        header.extend(["Score", "SOS", "SOSOS", "SODOS"].map(str::to_owned));
        header
    }

    fn row(&self, row: &CrosstableRow) -> Vec<String> {
        let standing = &row.standing;
        let mut cells = vec![
            standing.place.to_string(),
            self.name_of(standing.player.0).to_owned(),
            row.rank.to_string(),
        ];
        cells.extend(row.cells.iter().map(ToString::to_string));
        let sums = [standing.score, standing.sos, standing.sosos, standing.sodos];
        cells.extend(sums.map(|it| it.to_string()));
        cells
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let table = self.crosstable();
        std::iter::once(self.header()).chain(table.rows.iter().map(|it| self.row(it))).collect()
    }

    /// The crosstable as comma-separated values.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for row in self.rows() {
            let cells: Vec<String> = row.iter().map(|it| csv_cell(it)).collect();
            text.push_str(&cells.join(","));
            text.push_str("\r\n");
        }
        text
    }

    /// The crosstable as aligned text.
    pub fn to_text(&self) -> String {
        let rows = self.rows();
        let n_columns = rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            rows.iter().filter_map(|it| it.get(column)).map(|it| it.chars().count()).max()
        };
        let widths: Vec<usize> = (0..n_columns).map(|it| width(it).unwrap_or(0)).collect();
        let mut text = format!("; {}\n", self.title);
        for row in &rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                let width = *width;
                // A string takes any text.
                let _ = write!(line, "{cell:<width$}  ");
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A cell that no spreadsheet takes for a formula.
fn csv_cell(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok();
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t']) && !is_number;
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
