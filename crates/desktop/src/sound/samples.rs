//! Sounds as samples, computed from waves and noise.

use tengen_session::Sound;

/// Samples a second.
pub(crate) const RATE: u32 = 44_100;

/// From this many seconds on, each is heard.
const LAST_SECONDS: u64 = 10;

/// The samples of a sound, from -1 to 1, or none where there is nothing to
/// hear.
pub(crate) fn samples(sound: Sound) -> Vec<f32> {
    match sound {
        Sound::Stone => knock(1.0),
        Sound::Capture(n_stones) => capture(usize::from(n_stones)),
        Sound::Pass => tones(&[(392.0, 0.0), (294.0, 0.12)], 0.22),
        Sound::SecondsLeft(seconds) if seconds > LAST_SECONDS => Vec::new(),
        Sound::SecondsLeft(0..=3) => tones(&[(988.0, 0.0), (988.0, 0.16)], 0.20),
        Sound::SecondsLeft(_) => tones(&[(784.0, 0.0)], 0.20),
        Sound::End => tones(&[(392.0, 0.0), (494.0, 0.13), (587.0, 0.26)], 0.22),
    }
}

/// A stone on wood: a click that rings for a moment, over a dull thump.
fn knock(strength: f32) -> Vec<f32> {
    let mut noise = Noise(0x2545_F491);
    let mut last = 0.0;
    let sample = |idx: usize| {
        let time = idx as f32 / RATE as f32;
        // What is left of noise without its lows.
        let hiss = noise.next();
        let click = hiss - last;
        last = hiss;
        let click = 0.30 * click * (-time * 420.0).exp();
        let ring = 0.34 * wave(1_850.0, time) * (-time * 150.0).exp();
        let body = 0.42 * wave(640.0, time) * (-time * 95.0).exp();
        let thump = 0.50 * wave(165.0, time) * (-time * 48.0).exp();
        0.62 * strength * (click + ring + body + thump) * attack(time)
    };
    fade((0..length(0.14)).map(sample).collect())
}

/// Stones that are taken off: a rattle after the stone that took them.
fn capture(n_stones: usize) -> Vec<f32> {
    let n_rattles = n_stones.clamp(1, 7);
    let mut samples = knock(1.0);
    let mut noise = Noise(0x9E37_79B9);
    for idx in 0..n_rattles {
        let start = length(0.11 + 0.055 * idx as f32 + 0.012 * noise.next());
        let strength = 0.38 + 0.1 * noise.next();
        mix_in(&mut samples, start, &knock(strength));
    }
    samples
}

/// Soft tones, each with the time when it begins.
fn tones(notes: &[(f32, f32)], volume: f32) -> Vec<f32> {
    let mut samples = Vec::new();
    for &(pitch, start) in notes {
        let note = (0..length(0.34)).map(|idx| {
            let time = idx as f32 / RATE as f32;
            let tone = wave(pitch, time) + 0.3 * wave(2.0 * pitch, time);
            volume * tone * (-time * 11.0).exp() * attack(time)
        });
        let note = fade(note.collect());
        mix_in(&mut samples, length(start), &note);
    }
    samples
}

fn length(seconds: f32) -> usize {
    (seconds * RATE as f32) as usize
}

fn wave(pitch: f32, time: f32) -> f32 {
    (std::f32::consts::TAU * pitch * time).sin()
}

/// Nothing begins at full strength, which would crackle.
fn attack(time: f32) -> f32 {
    (time * 1_500.0).min(1.0)
}

/// Nothing ends at once either.
fn fade(mut samples: Vec<f32>) -> Vec<f32> {
    let n_fading = (RATE as usize / 200).min(samples.len());
    for (idx, sample) in samples.iter_mut().rev().take(n_fading).enumerate() {
        *sample *= idx as f32 / n_fading as f32;
    }
    samples
}

fn mix_in(samples: &mut Vec<f32>, start: usize, more: &[f32]) {
    samples.resize(samples.len().max(start + more.len()), 0.0);
    for (sample, more) in samples[start..].iter_mut().zip(more) {
        *sample = (*sample + more).clamp(-1.0, 1.0);
    }
}

/// Random numbers from -1 to 1, always the same.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Sound> {
        let last = (1..=LAST_SECONDS).map(Sound::SecondsLeft);
        [Sound::Stone, Sound::Capture(1), Sound::Capture(300), Sound::Pass, Sound::End]
            .into_iter()
            .chain(last)
            .collect()
    }

    #[test]
    fn sounds_are_short_and_neither_silent_nor_too_loud() {
        for sound in all() {
            let samples = samples(sound);
            assert!((2_000..44_100).contains(&samples.len()), "{sound:?}: {}", samples.len());
            let loudest = samples.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
            assert!((0.1..=1.0).contains(&loudest), "{sound:?}: {loudest}");
        }
    }

    #[test]
    fn sounds_begin_and_end_at_rest() {
        for sound in all() {
            let samples = samples(sound);
            assert!(samples[0].abs() < 0.02, "{sound:?}");
            assert!(samples[samples.len() - 1].abs() < 0.02, "{sound:?}");
        }
    }

    #[test]
    fn sounds_differ_and_are_always_the_same() {
        assert_eq!(samples(Sound::Stone), samples(Sound::Stone));
        assert_ne!(samples(Sound::Stone), samples(Sound::Capture(1)));
        assert!(samples(Sound::Capture(5)).len() > samples(Sound::Capture(1)).len());
    }

    #[test]
    fn only_the_last_seconds_are_heard() {
        assert!(samples(Sound::SecondsLeft(11)).is_empty());
        assert!(samples(Sound::SecondsLeft(3)).len() > samples(Sound::SecondsLeft(4)).len());
    }
}
