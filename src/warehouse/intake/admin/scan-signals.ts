/** Signals to hear and feel without looking: done, wrong, or scanned but not sent yet. */
export type ScanSignal = 'good' | 'bad' | 'waiting';

const tones: Record<ScanSignal, { hertz: readonly number[]; vibration: number[] }> = {
  good: { hertz: [1_320], vibration: [60] },
  bad: { hertz: [330, 330, 330], vibration: [160, 80, 160] },
  waiting: { hertz: [880], vibration: [30] },
};
const toneSeconds = 0.11;
const gapSeconds = 0.05;

let context: AudioContext | undefined;

/** Beeps and vibrates, where the device can. */
export function signal(kind: ScanSignal): void {
  const { hertz, vibration } = tones[kind];
  navigator.vibrate?.(vibration);
  try {
    context ??= new AudioContext();
    void context.resume();
    hertz.forEach((frequency, index) => {
      beep(context as AudioContext, frequency, index * (toneSeconds + gapSeconds));
    });
  } catch {
    // A device without sound: the screen shows the outcome.
  }
}

function beep(audio: AudioContext, frequency: number, afterSeconds: number) {
  const from = audio.currentTime + afterSeconds;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = frequency;
  // Faded out, to avoid a click at the end.
  volume.gain.setValueAtTime(0.2, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + toneSeconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(from);
  tone.stop(from + toneSeconds);
}
