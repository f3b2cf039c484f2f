import * as z from 'zod/mini';

import { isTimestamp } from './timestamp.ts';

/** Schema of a timestamp on the wire; the format is defined in timestamp.ts. */
export const Timestamp = z
  .string('日時の形式が正しくありません。')
  .check(z.refine(isTimestamp, '日時の形式が正しくありません。'));
