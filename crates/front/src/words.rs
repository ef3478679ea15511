//! Every sentence that a person reads, made from data.
//!
//! Sentences that tell people what to press take the [`KeyTable`] of the front
//! end, so that the terminal, the window and text mode each name what works
//! there. Another language would be another version of this module.
//!
//! | to say | take |
//! |---|---|
//! | the status line | [`status`] |
//! | why something is refused | [`refusal`], [`rejected`] |
//! | that something happened | [`notice`] |
//! | a question before something is done | [`question`], [`answer_label`] |
//! | an answer to what was typed | [`answer`] |
//! | who plays, and what game it is | [`player_name`], [`about`], [`describe`], [`summary`] |
//! | a clock | [`clock_face`] |
//! | what a review found | [`reason`], [`loss`], [`better`], [`band`], [`review_comment`] |
//! | the library | [`library_game`], [`query_problem`], [`next_move`], [`score`] |
//! | the form for a new game | [`field`], [`field_value`], [`field_remark`] |
//! | which keys there are | [`Context`], [`TYPED_HELP`] |
//!
//! [`KeyTable`]: crate::key::KeyTable

mod analysis;
mod answer;
mod basic;
mod clock;
mod form;
mod game;
mod help;
mod learn;
mod level;
mod library;
mod notice;
mod press;
mod question;
mod refusal;
mod rejected;
mod remote;
mod report;
mod result;
mod review;
mod status;

pub use analysis::{HINT_LEGEND, estimate, hint_lines, judgement, lead, percent};
pub(crate) use answer::changes;
pub use answer::{answer, unseen_markup};
pub(crate) use basic::capitalized;
pub use basic::{color, half_points, points, ruleset, short_count, size};
pub use clock::{ClockFace, ClockNews, clock_face, clock_time, duration, time_control};
pub use form::{KEYS_IN_FILE, bad_field, default_komi, field, field_remark, field_value, handicap};
pub use game::{
    Entry, INFO_KEYS, about, describe, file_length, file_line, game_title, info, info_name,
    n_games, player_name, players, prisoners, record_line, summary,
};
pub use help::{Context, HelpEntry, TYPED_HELP};
pub use learn::{
    ask_why, learned, lesson_prompt, lesson_state, term_lines, welcome_answers, welcome_offer,
    welcome_question,
};
pub use level::{level, opponent, player, seat_strength};
pub use library::{
    NEXT_MOVES_HEAD, clean, comparison, explorer_title, found, found_game, game_phase,
    library_added, library_error, library_game, library_line, library_order, library_players,
    library_result, library_summary, next_move, next_move_detail, part, phase_losses,
    preview_lines, query_problem, score, spoken_next_move, statistics_title,
};
pub use notice::{ago, host_problem, notice, setting_problem, unfinished};
pub use press::{button, menu_label};
pub use question::{answer_key, answer_label, question};
pub use refusal::{bad_line, engine_error, needs_terminal, refusal, settings_error, store_error};
pub use rejected::{bad_setup, illegal, rejected};
pub use remote::remote_notice;
pub use report::{
    CANDIDATE_LEGEND, band_sign, explained, graph_dot, judged_move, loss_number, mistake_line,
    practice, proof, report_table, review_candidates, review_here, review_progress, short_mistake,
    short_practice, spoken_mistake, spoken_report,
};
pub use result::{count_rows, ended, outcome, points_of};
pub use review::{
    band, band_range, better, loss, lost_points, phase, punished, reason, review_comment, skipped,
    standing, why, with_review_comment,
};
pub use status::{BROWSING, engine_problem, request_text, since, status};
