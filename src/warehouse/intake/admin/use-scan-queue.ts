import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { send } from '#kit/client/send.ts';
import { outcomeOf, randomKey } from '#kit/forms/submission.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { isFine, type Scan } from '#warehouse/intake/scan.ts';
import {
  emptyQueue,
  labelRead,
  nextToSend,
  queueAfter,
  readStoredScan,
  type ScanQueue,
  type WaitingScan,
} from '#warehouse/intake/scan-queue.ts';

/** Signals to hear and feel without looking: done, wrong, or scanned but not sent yet. */
type ScanSignal = 'good' | 'bad' | 'waiting';

const tones: Record<ScanSignal, { hertz: readonly number[]; vibration: number[] }> = {
  good: { hertz: [1_320], vibration: [60] },
  bad: { hertz: [330, 330, 330], vibration: [160, 80, 160] },
  waiting: { hertz: [880], vibration: [30] },
};
const toneSeconds = 0.11;
const gapSeconds = 0.05;

let context: AudioContext | undefined;

/** Beeps and vibrates, where the device can. */
function signal(kind: ScanSignal): void {
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

// Each scan has its own key in the device's storage, so that two tabs never overwrite each other. It holds the
// label's text and the time, no personal data, and is deleted once the server has answered.

const prefixOf = (uid: string) => `tasuki.scan.${uid}.`;

/** Stores a scan until the server has it; false where storage is full or forbidden. */
function storeScan(uid: string, scan: WaitingScan): boolean {
  try {
    localStorage.setItem(prefixOf(uid) + scan.id, JSON.stringify(scan));
    return true;
  } catch {
    return false;
  }
}

/** The unsent scans of this person on this device. */
function storedScans(uid: string): WaitingScan[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefixOf(uid)))
      .flatMap((key) => readStoredScan(localStorage.getItem(key)) ?? []);
  } catch {
    return [];
  }
}

/** Deletes the scans that the server has answered. */
function forgetScans(uid: string, ids: readonly string[]): void {
  try {
    for (const id of ids) localStorage.removeItem(prefixOf(uid) + id);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

const retryMs = 2_000;
/** A network that does not respond counts as down. */
const sendDeadlineMs = 15_000;

export type Scanning = {
  queue: ScanQueue;
  /** Why pending scans have not been sent. */
  problem: string | undefined;
  /** False where the device cannot store scans: the page must stay open then. */
  isStored: boolean;
  scan(code: string): void;
  /** Replaces a scan by the server's newer version. */
  change(scan: Scan): void;
};

let order = 0;

/**
 * The scans of this device: stored first, sent in order as soon as there is a network, and deleted from the device
 * only after the server's answer.
 */
export function useScanQueue(uid: string): Scanning {
  const [queue, dispatch] = useReducer(queueAfter, emptyQueue);
  const [problem, setProblem] = useState<string>();
  const [isStored, setStored] = useState(true);
  const [round, setRound] = useState(0);
  const isSending = useRef(false);
  const startRound = () => setRound((count) => count + 1);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(retry.current), []);

  useEffect(() => dispatch({ type: 'read', scans: storedScans(uid) }), [uid]);

  async function sendNext() {
    const scans = nextToSend(queue);
    if (scans.length === 0 || isSending.current) return;
    isSending.current = true;
    try {
      const deadline = AbortSignal.timeout(sendDeadlineMs);
      const answeredScans = await send('POST /api/office/intake/scans', {
        body: { scans },
        signal: deadline,
      });
      forgetScans(
        uid,
        answeredScans.map(({ id }) => id),
      );
      setProblem(undefined);
      isSending.current = false;
      signal(answeredScans.every(isFine) ? 'good' : 'bad');
      dispatch({ type: 'answered', scans: answeredScans });
    } catch (error) {
      isSending.current = false;
      const outcome = outcomeOf(error);
      setProblem(
        outcome.kind === 'unreachable'
          ? '通信が切れています。そのまま読み取りを続けられます。つながりしだい送ります。'
          : outcome.message,
      );
      retry.current = setTimeout(startRound, retryMs);
    }
  }

  const sendNow = useEffectEvent(sendNext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is one more try of the same
  useEffect(() => void sendNow(), [queue.waiting, round]);
  const isOnline = useEffectEvent(startRound);
  useEffect(() => {
    const listen = () => isOnline();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, []);

  return {
    queue,
    problem,
    isStored,
    scan(code) {
      const read = labelRead(code);
      if (read === '') return;
      order += 1;
      const scan: WaitingScan = {
        id: randomKey(),
        code: read,
        scannedAt: toTimestamp(new Date()),
        order,
      };
      setStored(storeScan(uid, scan));
      if (problem !== undefined) signal('waiting');
      dispatch({ type: 'read', scans: [scan] });
    },
    change: (scan) => dispatch({ type: 'changed', scan }),
  };
}
