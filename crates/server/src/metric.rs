//! Metrics for Prometheus, on a port of their own.

use std::net::SocketAddr;
use std::sync::OnceLock;

use axum::Router;
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

/// Serves metrics at `/metrics`; they are those of the whole process.
pub(crate) async fn serve(address: SocketAddr) {
    let Some(handle) = recorder() else { return };
    let listener = match TcpListener::bind(address).await {
        Ok(listener) => listener,
        Err(error) => {
            tracing::error!(%address, %error, "metrics cannot be served");
            return;
        }
    };
    let router = Router::new().route("/metrics", get(move || async move { handle.render() }));
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!(%error, "metrics are no longer served");
    }
}

/// A number as metrics have it; a count that is too large for it is not.
pub(crate) fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}

/// The one recorder of the process.
fn recorder() -> Option<PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE.get_or_init(|| PrometheusBuilder::new().install_recorder().ok()).clone()
}
