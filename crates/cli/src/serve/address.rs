//! The addresses at which a server is found.

use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// The links to a server that listens at an address: if that is all addresses
/// of the machine, each of them.
pub(super) fn all(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    if !address.ip().is_unspecified() {
        return vec![link(address)];
    }
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<IpAddr> = found.iter().map(if_addrs::Interface::ip).collect();
    // Those of IPv6 are too long to be typed.
    addresses.retain(|it| it.is_ipv4() && !it.is_loopback());
    addresses.push(IpAddr::V4(Ipv4Addr::LOCALHOST));
    addresses.into_iter().map(|it| link(SocketAddr::new(it, port))).collect()
}

fn link(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// A link as a code for the camera of a phone.
pub(super) fn qr_code(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    Some(code.render::<Dense1x2>().quiet_zone(true).build())
}

/// A line of a code in the colors that cameras expect, if it is shown on a
/// terminal: many are dark.
pub(super) fn black_on_white(line: &str) -> String {
    if std::io::stdout().is_terminal() {
        format!("\x1b[30;107m{line}\x1b[0m")
    } else {
        line.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_of_the_machine_is_named() {
        let one = all("127.0.0.1:8361".parse().unwrap());
        assert_eq!(one, ["http://127.0.0.1:8361/"]);
        let every = all("0.0.0.0:80".parse().unwrap());
        assert_eq!(every.last().map(String::as_str), Some("http://127.0.0.1:80/"));
        assert!(every.iter().all(|it| !it.contains("0.0.0.0")));
    }

    #[test]
    fn code_is_square() {
        let code = qr_code("http://192.0.2.1:8361/").unwrap();
        let width = code.lines().next().unwrap().chars().count();
        assert!(code.lines().all(|it| it.chars().count() == width));
        assert_eq!(code.lines().count(), width.div_ceil(2));
    }
}
