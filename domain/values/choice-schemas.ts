import * as z from 'zod/mini';
import { applicationStates } from '#domain/applications/application-state.ts';
import { deliverySlots } from '#domain/applications/delivery.ts';
import { productKinds } from '#domain/applications/goods.ts';
import { classificationIds } from '#domain/associates/classification.ts';
import { socialChallengeIds } from '#domain/challenges/social-challenge.ts';
import { prefectures } from './prefecture.ts';

export const ApplicationState = z.enum(
  applicationStates,
  'お申し込みの状態の指定が正しくありません。',
);

export const Classification = z.enum(classificationIds, '団体の種別を一覧から選んでください。');

export const DeliverySlot = z.enum(deliverySlots, 'お届け時間帯は、一覧から選んでください。');

export const ProductKind = z.enum(productKinds, 'お品物の種類を一覧から選んでください。');

export const Prefecture = z.enum(prefectures, '都道府県を選んでください。');

export const SocialChallengeId = z.enum(socialChallengeIds, '社会課題を一覧から選んでください。');
