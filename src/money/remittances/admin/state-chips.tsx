import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import {
  type RemittanceState,
  type RunState,
  remittanceStateLabels,
  runStateLabels,
} from '#money/remittances/run.ts';

const runTones: Record<RunState, ChipTone> = {
  draft: 'honey',
  approved: 'sky',
  filed: 'plum',
  sent: 'coral',
  done: 'leaf',
  dropped: 'plain',
};
const remittanceTones: Record<RemittanceState, ChipTone> = {
  prepared: 'honey',
  sent: 'sky',
  confirmed: 'leaf',
  returned: 'error',
  'taken-out': 'plain',
};

/** Where a run is on its way. */
export const RunChip = ({ state }: { state: RunState }) => (
  <Chip tone={runTones[state]}>{runStateLabels[state]}</Chip>
);

/** Where one organisation's money is. */
export const RemittanceChip = ({ state }: { state: RemittanceState }) => (
  <Chip tone={remittanceTones[state]}>{remittanceStateLabels[state]}</Chip>
);
