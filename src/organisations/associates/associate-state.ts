import * as z from 'zod/mini';

/** Life cycle of an organisation's page. */
export const associateStates = {
  draft: '準備中',
  published: '公開中',
  paused: '休止中',
  ended: '終了',
} as const;
export type AssociateState = keyof typeof associateStates;
export const AssociateState = z.enum(
  Object.keys(associateStates) as AssociateState[],
  '団体の状態の指定が正しくありません。',
);

/** Allowed transitions; an end is undone by publishing again. */
export const nextAssociateStates: Record<AssociateState, readonly AssociateState[]> = {
  draft: ['published', 'ended'],
  published: ['paused', 'ended'],
  paused: ['published', 'ended'],
  ended: ['published'],
};
