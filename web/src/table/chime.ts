/** A short sound when it is your turn: two soft tones, made on the spot. */
let audio: AudioContext | undefined;

export function chime(): void {
  try {
    audio ??= new AudioContext();
    if (audio.state !== "running") return;
    [660, 880].forEach((pitch, n) => tone(audio as AudioContext, pitch, n * 0.12));
  } catch {
    // Without sound the game goes on all the same.
  }
}

function tone(context: AudioContext, pitch: number, after: number): void {
  const start = context.currentTime + after;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.08, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.22);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.24);
}
