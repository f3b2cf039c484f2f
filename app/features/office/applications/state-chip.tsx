import { Chip, type ChipTone } from '#app/ui/chip.tsx';
import {
  type ApplicationState,
  applicationStateFacts,
  heldOfficeLabel,
} from '#domain/application-state.ts';
import type { OfficeApplication } from '#domain/office-application.ts';

const tones: Record<ApplicationState, ChipTone> = {
  applied: 'sky',
  'kit-sent': 'plain',
  'goods-received': 'honey',
  appraised: 'plum',
  donated: 'leaf',
  remitted: 'leaf',
  thanked: 'leaf',
  cancelled: 'plain',
  returned: 'plain',
  unpriced: 'plain',
};

/** Where an application is, in the back office's words. */
export function StateChip({ state, identity }: Pick<OfficeApplication, 'state' | 'identity'>) {
  if (state === 'appraised' && identity !== 'not-needed' && identity !== 'approved') {
    return <Chip tone="error">{heldOfficeLabel}</Chip>;
  }
  return <Chip tone={tones[state]}>{applicationStateFacts[state].office}</Chip>;
}
