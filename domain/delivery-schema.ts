import * as z from 'zod/mini';

import { deliverySlots } from './delivery.ts';

/** The schema of a delivery's time slot. */
export const DeliverySlot = z.enum(deliverySlots, 'お届け時間帯は、一覧から選んでください。');
