//! `tengen serve admin`: accounts, beside a server that may be running.

use std::io::Write;
use std::path::Path;

use tengen_server::admin::{AdminAnswer, AdminError, AdminOrder, carry_out_in};
use tengen_server::store::AccountRole;

use super::DataArgument;
use crate::failure::Failure;
use crate::outcome::Outcome;

/// The file in the folder of the data with the address of the server.
const ADDRESS: &str = "address.txt";

/// Helps people in, and keeps them out; the server may be running
#[derive(Debug, clap::Args)]
pub(super) struct Admin {
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(Debug, clap::Subcommand)]
enum AdminCommand {
    /// Makes a link by which somebody sets a new password
    Reset(Named),
    /// Lets nobody in by an account any more, and logs it out everywhere
    Lock(Named),
    /// Lets the owner of an account in again
    Unlock(Named),
    /// Gives an account another role
    Promote(Promote),
    /// Makes a link by which somebody signs up
    Invite(Invite),
}

#[derive(Debug, clap::Args)]
struct Named {
    /// The name of the account
    name: String,
    #[command(flatten)]
    data: DataArgument,
}

#[derive(Debug, clap::Args)]
struct Promote {
    /// The name of the account
    name: String,
    /// What it becomes
    #[arg(value_parser = parse_role)]
    role: AccountRole,
    #[command(flatten)]
    data: DataArgument,
}

#[derive(Debug, clap::Args)]
struct Invite {
    /// What the person will be here
    #[arg(value_parser = parse_role, default_value = "member")]
    role: AccountRole,
    #[command(flatten)]
    data: DataArgument,
}

/// Reads a role that somebody can be given.
fn parse_role(text: &str) -> Result<AccountRole, &'static str> {
    let given = |it: &AccountRole| !matches!(it, AccountRole::Bot | AccountRole::Pupil);
    AccountRole::of_name(text)
        .filter(given)
        .ok_or("not a role, expected member, teacher, moderator or admin")
}

impl AdminCommand {
    const fn data(&self) -> &DataArgument {
        match self {
            AdminCommand::Reset(it) | AdminCommand::Lock(it) | AdminCommand::Unlock(it) => &it.data,
            AdminCommand::Promote(it) => &it.data,
            AdminCommand::Invite(it) => &it.data,
        }
    }

    fn order(&self) -> AdminOrder {
        match self {
            AdminCommand::Reset(it) => AdminOrder::Reset(it.name.clone()),
            AdminCommand::Lock(it) => AdminOrder::SetLocked(it.name.clone(), true),
            AdminCommand::Unlock(it) => AdminOrder::SetLocked(it.name.clone(), false),
            AdminCommand::Promote(it) => AdminOrder::Promote(it.name.clone(), it.role),
            AdminCommand::Invite(it) => AdminOrder::Invite(it.role),
        }
    }

    /// What was done, for an account of this name.
    fn explanation(&self, name: &str) -> String {
        match self {
            AdminCommand::Reset(Named { name, .. }) => {
                format!("The link sets a new password for {name}, once, within a day.")
            }
            AdminCommand::Invite(Invite { role, .. }) => {
                format!("The link lets one person sign up, within a week, as {role}.")
            }
            AdminCommand::Lock(_) => {
                format!("{name} is locked, and logged out everywhere within seconds.")
            }
            AdminCommand::Unlock(_) => format!("{name} can log in again."),
            AdminCommand::Promote(Promote { role, .. }) => format!("{name} is {role} now."),
        }
    }
}

pub(super) fn run(arguments: &Admin, out: &mut impl Write) -> Result<Outcome, Failure> {
    let command = &arguments.command;
    let folder = command.data().folder()?;
    let database = command.data().database()?;
    let answer = carry_out_in(&database, command.order()).map_err(|error| match error {
        AdminError::Store(error) => Failure::ServerData(database, error),
        error => Failure::Admin(error),
    })?;
    match answer {
        AdminAnswer::Link(path) => {
            writeln!(out, "{}", link(&folder, &path))?;
            writeln!(out, "{}", command.explanation(""))?;
        }
        AdminAnswer::Changed(name) => writeln!(out, "{}", command.explanation(&name))?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// Notes where a server is, for links that are made beside it.
pub(super) fn note_address(folder: &Path, address: &str) {
    // Without it, links are printed without the address.
    let _ = std::fs::write(folder.join(ADDRESS), address);
}

/// A link with the address at which the server was last, if that is known.
fn link(folder: &Path, path: &str) -> String {
    let address = std::fs::read_to_string(folder.join(ADDRESS)).unwrap_or_default();
    format!("{}{path}", address.trim().trim_end_matches('/'))
}
