import * as z from 'zod/mini';

import { applicationStates } from './application-state.ts';

/** The schema of an application's state. */
export const ApplicationState = z.enum(
  applicationStates,
  'お申し込みの状態の指定が正しくありません。',
);
