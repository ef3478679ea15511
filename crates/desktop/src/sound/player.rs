//! Plays sounds, or does not.

use tengen_session::Sound;

/// Plays sounds in a thread of its own.
#[derive(Debug, Default)]
pub(crate) struct Player {
    #[cfg(feature = "sound")]
    sender: Option<std::sync::mpsc::Sender<Sound>>,
}

#[cfg(not(feature = "sound"))]
impl Player {
    /// Whether the program was built to be heard.
    pub(crate) const CAN_PLAY: bool = false;

    /// Does nothing: the program was built without sound.
    #[expect(clippy::unused_self, reason = "with sound, it has a thread")]
    pub(crate) const fn play(&self, _sound: Sound) {}
}

#[cfg(feature = "sound")]
impl Player {
    /// Whether the program was built to be heard.
    pub(crate) const CAN_PLAY: bool = true;

    /// Plays a sound, if there is a device for it.
    pub(crate) fn play(&mut self, sound: Sound) {
        let sender = self.sender.get_or_insert_with(device::start);
        // Without a device, the thread has ended, and nobody hears anything.
        let _ = sender.send(sound);
    }
}

#[cfg(feature = "sound")]
mod device {
    use std::num::NonZero;
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::thread;
    use std::time::Duration;

    use rodio::buffer::SamplesBuffer;
    use rodio::{DeviceSinkBuilder, MixerDeviceSink};
    use tengen_session::Sound;

    use crate::sound::samples::{RATE, samples};

    /// A device that is open costs processor time, so it is closed after
    /// this much silence.
    const SILENCE: Duration = Duration::from_secs(3);

    pub(super) fn start() -> Sender<Sound> {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name("sound".into());
        // A program that cannot start a thread is silent.
        let _ = thread.spawn(move || play_all(&receiver));
        sender
    }

    fn play_all(receiver: &Receiver<Sound>) {
        while let Ok(first) = receiver.recv() {
            let Ok(mut device) = DeviceSinkBuilder::open_default_sink() else { continue };
            device.log_on_drop(false);
            play(&device, first);
            while let Ok(sound) = receiver.recv_timeout(SILENCE) {
                play(&device, sound);
            }
        }
    }

    fn play(device: &MixerDeviceSink, sound: Sound) {
        let samples = samples(sound);
        if let (Some(channels), Some(rate), false) =
            (NonZero::new(1), NonZero::new(RATE), samples.is_empty())
        {
            device.mixer().add(SamplesBuffer::new(channels, rate, samples));
        }
    }
}
