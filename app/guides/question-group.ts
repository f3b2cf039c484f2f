import type { ReactNode } from 'react';

/** Questions of one kind; `id`s let other pages lead to a group or to a single answer. */
export type QuestionGroup = {
  id: string;
  title: string;
  questions: readonly { id: string; question: string; answer: ReactNode }[];
};
