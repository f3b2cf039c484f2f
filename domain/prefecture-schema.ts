import * as z from 'zod/mini';

import { prefectures } from './prefecture.ts';

/** The schema of a prefecture's name. */
export const Prefecture = z.enum(prefectures, '都道府県を選んでください。');
