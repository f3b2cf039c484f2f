import type { ReactNode } from 'react';

/** Questions on one topic; other pages link to the `id` of a group or an answer. */
export type QuestionGroup = {
  id: string;
  title: string;
  questions: readonly { id: string; question: string; answer: ReactNode }[];
};
