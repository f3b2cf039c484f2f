import * as z from 'zod/mini';
import { prefectures } from '#kit/values/prefecture.ts';
import { classificationIds } from '#organisations/associates/classification.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import { applicationStates } from './application-state.ts';
import { deliverySlots } from './delivery.ts';
import { productKinds } from './goods.ts';

export const ApplicationState = z.enum(
  applicationStates,
  'お申し込みの状態の指定が正しくありません。',
);

export const Classification = z.enum(classificationIds, '団体の種別を一覧から選んでください。');

export const DeliverySlot = z.enum(deliverySlots, 'お届け時間帯は、一覧から選んでください。');

export const ProductKind = z.enum(productKinds, 'お品物の種類を一覧から選んでください。');

export const Prefecture = z.enum(prefectures, '都道府県を選んでください。');

export const SocialChallengeId = z.enum(socialChallengeIds, '社会課題を一覧から選んでください。');
