import { Panel } from '#kit/lists/panel.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { type Scan, scannedBox, scanOutcomeFacts } from '#warehouse/intake/scan.ts';
import { TakeBackButton } from './take-back-button.tsx';

/** The outcome of a scan in a word. */
export function OutcomeChip({ scan }: { scan: Scan }) {
  if (scan.takenBackAt !== null) return <Chip>取り消し済み</Chip>;
  const { label, isGood } = scanOutcomeFacts[scan.outcome];
  return <Chip tone={isGood ? 'leaf' : 'error'}>{label}</Chip>;
}

/** The scans of this device before the last one. */
export function RecentScans({
  scans,
  onChanged,
}: {
  scans: readonly Scan[];
  onChanged: (scan: Scan) => void;
}) {
  if (scans.length === 0) return null;
  return (
    <Panel title="この画面で読み取った箱">
      <ul className="divide-y divide-dashed divide-line">
        {scans.map((scan) => (
          <li key={scan.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="min-w-0">
              <OutcomeChip scan={scan} />
              <span className="block text-sm wrap-anywhere tabular-nums">
                {scan.card && `${scan.card.name}　`}
                {scannedBox(scan)}
              </span>
            </span>
            <TakeBackButton scan={scan} onDone={onChanged} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
