import * as z from 'zod/mini';

import { productKinds } from './goods.ts';

/** The schema of a kind of goods. */
export const ProductKind = z.enum(productKinds, 'お品物の種類を一覧から選んでください。');
