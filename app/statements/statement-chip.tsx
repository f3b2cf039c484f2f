import { Chip, type ChipTone } from '#app/ui/chip.tsx';
import { type StatementState, statementStateLabels } from '#domain/statements/statement.ts';

const tones: Record<StatementState, ChipTone> = {
  confirmed: 'leaf',
  returned: 'error',
  withdrawn: 'error',
};

/** The state of a statement's money. */
export const StatementChip = ({ state }: { state: StatementState }) => (
  <Chip tone={tones[state]}>{statementStateLabels[state]}</Chip>
);
