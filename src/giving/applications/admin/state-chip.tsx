import type { AdminApplication } from '#giving/applications/admin-application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  onHoldAdminLabel,
} from '#giving/applications/application-state.ts';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';

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

/** The state of an application in the admin area's words. */
export function StateChip({ state, identity }: Pick<AdminApplication, 'state' | 'identity'>) {
  if (state === 'appraised' && identity !== 'not-needed' && identity !== 'approved') {
    return <Chip tone="error">{onHoldAdminLabel}</Chip>;
  }
  return <Chip tone={tones[state]}>{applicationStateFacts[state].admin}</Chip>;
}
