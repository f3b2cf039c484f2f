import { Chip, type ChipTone } from '#app/ui/chip.tsx';
import { type StatementState, statementStateLabels } from '#domain/statements/statement.ts';

const tones: Record<StatementState, ChipTone> = {
  confirmed: 'leaf',
  returned: 'error',
  withdrawn: 'error',
};

/** What became of the money of a statement. */
export const StatementChip = ({ state }: { state: StatementState }) => (
  <Chip tone={tones[state]}>{statementStateLabels[state]}</Chip>
);
