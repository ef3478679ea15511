//! Text made comparable: without case, accents, and forms of characters.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Characters that mean the same; each becomes the first of its group.
///
/// Simplified, traditional and Japanese forms that are common in the names of
/// players and in words about the game.
const SAME: &str = "国國囯 黑黒 学學 会會 赵趙 刘劉 马馬 张張 陈陳 杨楊 罗羅 周週 吴吳呉 郑鄭 谢謝 \
    许許 韩韓 冯馮 曹曺 邓鄧 萧蕭肖 贾賈 叶葉 阎閻閆 余餘 苏蘇 吕呂 蒋蔣 钱錢 姜薑 范範 \
    沈瀋 卢盧 钟鍾鐘 陆陸 戴 贺賀 顾顧 龙龍竜 万萬 严嚴 汤湯 连連 乔喬 庞龐 宫宮 关關関 \
    岛島嶋 泽澤沢 滨濱浜 边邊辺邉 斋齋斎齊斉齐 藤籐 桥橋 坂阪 条條 原厡 崎﨑嵜 高髙 真眞 \
    广廣広 荣榮栄 寿壽 实實実 圣聖 泷瀧滝 泽澤 渊淵渕 渡 丰豐豊 宝寶宝 贵貴 义義 俊儁 浅淺 \
    长長 门門 东東 车車 镐鎬 泳詠 哲喆 铁鐵鉄 铉鉉 锡錫 铭銘 锋鋒 钧鈞 宁寧寗 伟偉 杰傑 \
    辉輝暉 强強 华華 乐樂楽 时時 远遠 劲勁 进進 遥遙 润潤 涛濤 洁潔 灵靈霊 灏灝 飞飛 鸣鳴 \
    鹏鵬 鸿鴻 聂聶 卫衛 晓曉暁 现現 珏玨 玮瑋 维維 红紅 组組 级級 经經経 绪緒 绩績 刚剛 \
    剑劍剣 战戰戦 棋碁棊 围圍囲 艺藝芸 汉漢 决決 业業 两兩両 亚亞亜 参參 双雙 变變変 号號 \
    图圖図 园園薗 圆圓円 团團団 坛壇 声聲 处處処 备備 头頭 奖獎奨 对對対 将將 届屆 应應応 \
    归歸帰 手 拟擬 晋晉 权權権 杯盃 样樣様 检檢検 欢歡歓 气氣気 济濟済 独獨 画畫 百 盘盤 \
    礼禮 种種 胜勝 职職 脑腦脳 芦蘆 药藥薬 诗詩 译譯訳 证證証 读讀読 赛賽 转轉転 轮輪 选選 \
    医醫 银銀 际際 随隨 险險険 静靜 预預 领領 题題 颜顏顔 饭飯 驿驛駅 验驗験 鲁魯 鸟鳥 黄黃 \
    齿齒歯 泽沢 宽寬 惠恵 德徳 凉涼 温溫 瑶瑤 尧堯 尔爾 弥彌 弯彎 历歷暦 梦夢 总總総 \
    濑瀨瀬 浊濁 满滿 绵綿 续續 缘緣縁 网網 缩縮 铃鈴 锦錦 阳陽 阴陰 陈陳 麦麥 斗鬥 郎郞 晃晄 \
    永 丽麗 乌烏 仓倉 仪儀 优優 伊 传傳伝 伦倫 侠俠 兰蘭 兴興 冈岡 减減 别別 劳勞労 升昇 \
    单單単 卢盧 厅廳庁 县縣県 叹嘆 吉𠮷 坚堅 场場 垒壘塁 执執 报報 择擇択 拔拔抜 挥揮";

/// Letters that a decomposition leaves as they are.
const LETTERS: [(char, &str); 12] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('ł', "l"),
    ('đ', "d"),
    ('ð', "d"),
    ('þ', "th"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ŋ', "n"),
    ('ə', "e"),
];

/// The text in a form in which spellings of the same words are equal: lower
/// case, without accents, wide letters as plain ones, one form of each
/// ideograph, kana as hiragana.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    let is_kept = |it: &char| !is_combining_mark(*it) || ('\u{3099}'..='\u{309A}').contains(it);
    for c in text.nfkd().filter(is_kept).nfc().flat_map(char::to_lowercase) {
        match LETTERS.iter().find(|(letter, _)| *letter == c) {
            Some((_, plain)) => folded.push_str(plain),
            None if ('ァ'..='ヶ').contains(&c) => {
                folded.push(char::from_u32(u32::from(c) - 0x60).unwrap_or(c));
            }
            None if is_ideograph(c) => folded.push(variants().get(&c).copied().unwrap_or(c)),
            None => folded.push(c),
        }
    }
    folded
}

fn variants() -> &'static std::collections::HashMap<char, char> {
    use std::collections::HashMap;
    use std::sync::OnceLock;
    static VARIANTS: OnceLock<HashMap<char, char>> = OnceLock::new();
    VARIANTS.get_or_init(|| {
        let mut variants = HashMap::new();
        for group in SAME.split_whitespace() {
            let mut forms = group.chars();
            let Some(first) = forms.next() else { continue };
            for form in forms {
                variants.entry(form).or_insert(first);
            }
        }
        variants
    })
}

/// Whether a character is written without spaces between words: Chinese,
/// Japanese, Korean.
pub(crate) fn is_east_asian(c: char) -> bool {
    is_ideograph(c)
        || ('\u{3040}'..='\u{30FF}').contains(&c)
        || ('\u{AC00}'..='\u{D7AF}').contains(&c)
        || ('\u{1100}'..='\u{11FF}').contains(&c)
}

fn is_ideograph(c: char) -> bool {
    ('\u{3400}'..='\u{9FFF}').contains(&c)
        || ('\u{F900}'..='\u{FAFF}').contains(&c)
        || ('\u{20000}'..='\u{3FFFF}').contains(&c)
        || c == '々'
}

/// The words of a text, folded, as the full text search keeps them: pairs of
/// characters for languages without spaces, and the last character alone.
pub(crate) fn words(text: &str) -> Vec<Vec<String>> {
    let folded = fold(text);
    let mut words = Vec::new();
    let mut run: Vec<char> = Vec::new();
    let mut is_asian_run = false;
    for c in folded.chars().chain([' ']) {
        let is_asian = is_east_asian(c);
        // An apostrophe within a word is no end of it.
        let is_inside = c.is_alphanumeric() || is_asian;
        if !run.is_empty() && (!is_inside || is_asian != is_asian_run) {
            words.push(tokens(&run, is_asian_run));
            run.clear();
        }
        if is_inside {
            is_asian_run = is_asian;
            run.push(c);
        }
    }
    words
}

fn tokens(run: &[char], is_asian: bool) -> Vec<String> {
    if !is_asian {
        return vec![run.iter().collect()];
    }
    let pairs = run.windows(2).map(|pair| pair.iter().collect());
    pairs.chain(run.last().map(char::to_string)).collect()
}

/// The text as the full text index takes it: tokens with spaces between.
pub(crate) fn index_text(text: &str) -> String {
    words(text).concat().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_word_are_one() {
        for (one, other) in [
            ("Ōta", "OTA"),
            ("Ｌｅｅ", "lee"),
            ("李昌鎬", "李昌镐"),
            ("呉清源", "吴清源"),
            ("ガ", "が"),
            ("ｶﾞ", "が"),
            ("Straße", "STRASSE"),
            ("Søren", "soren"),
            ("이세돌", "이세돌"),
            ("Dvořák", "dvorak"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        assert_ne!(fold("ガ"), fold("カ"));
    }

    #[test]
    fn words_without_spaces_are_pairs() {
        assert_eq!(index_text("A good 定石だね, isn't it"), "a good 定石 石だ だね ね isn t it");
        assert_eq!(index_text("  "), "");
    }
}
