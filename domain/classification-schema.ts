import * as z from 'zod/mini';

import { classificationIds } from './classification.ts';

/** The schema of an organisation's type. */
export const Classification = z.enum(classificationIds, '団体の種別を一覧から選んでください。');
