import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import type { AdminAssociate } from '#organisations/associates/admin-associate.ts';
import { type AssociateState, associateStates } from '#organisations/associates/associate-state.ts';

const tones: Record<AssociateState, ChipTone> = {
  draft: 'honey',
  published: 'leaf',
  paused: 'sky',
  ended: 'plain',
};

export const StandingChip = ({ state }: { state: AssociateState }) => (
  <Chip tone={tones[state]}>{associateStates[state]}</Chip>
);

/** The last day of its certification, and whether it needs attention. */
export function CertificationDay({ certificationEndsOn, alert }: AdminAssociate) {
  if (certificationEndsOn === '') return <span className="text-ink-2">—</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {certificationEndsOn.replaceAll('-', '/')}
      {alert && (
        <span className="ml-2">
          <Chip tone={alert === 'expired' ? 'error' : 'honey'}>
            {alert === 'expired' ? '期限切れ' : '期限が近い'}
          </Chip>
        </span>
      )}
    </span>
  );
}
