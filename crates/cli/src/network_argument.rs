//! Which network judges positions, as arguments.

use std::path::PathBuf;
use std::sync::Arc;

use tengen_engine::EvaluatorKind;
use tengen_net::Network;

use crate::failure::Failure;
use crate::input;

/// What judges positions; by default the network that comes with the program.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct NetworkArguments {
    /// Judge positions by the network in this file
    #[arg(long, value_name = "FILE", conflicts_with = "no_network")]
    network: Option<PathBuf>,
    /// Judge positions by playouts alone: the classical search
    #[arg(long)]
    no_network: bool,
}

impl NetworkArguments {
    /// What they say; reads the file.
    pub(crate) fn evaluator(&self) -> Result<EvaluatorKind, Failure> {
        match &self.network {
            None if self.no_network => Ok(EvaluatorKind::Playouts),
            None => Ok(EvaluatorKind::BuiltIn),
            Some(path) => {
                let bytes = input::read(path)?;
                let network = Network::from_bytes(&bytes)
                    .map_err(|error| Failure::Network(path.clone(), error))?;
                Ok(EvaluatorKind::Network(Arc::new(network)))
            }
        }
    }
}
