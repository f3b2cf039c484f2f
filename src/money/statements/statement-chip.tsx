import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { type StatementState, statementStateLabels } from './statement.ts';

const tones: Record<StatementState, ChipTone> = {
  confirmed: 'leaf',
  returned: 'error',
  withdrawn: 'error',
};

/** The state of a statement's money. */
export const StatementChip = ({ state }: { state: StatementState }) => (
  <Chip tone={tones[state]}>{statementStateLabels[state]}</Chip>
);
