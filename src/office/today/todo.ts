import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

/** Groups of 今日, in their order. */
export const todoSections = {
  promises: 'お返事と荷物',
  boxes: '箱と査定',
  money: 'お金と団体',
  service: 'サービス',
} as const;
const TodoSection = z.enum(Object.keys(todoSections) as [keyof typeof todoSections]);

/** A kind of pending work: how many, until when, and the screen where it is done. */
export const Todo = z.object({
  key: z.string(),
  section: TodoSection,
  title: z.string(),
  /** More about it; '' for nothing. */
  note: z.string(),
  count: z.number(),
  /** How many of them are past their day. */
  overdue: z.number(),
  /** When the most urgent one is due. */
  dueAt: z.nullable(Timestamp),
  /** Label and path of its button. */
  action: z.string(),
  path: z.string(),
});
export type Todo = z.infer<typeof Todo>;

/** Response of GET /api/office/todos: what the person's role can do now, the most urgent first within a section. */
export const Todos = z.array(Todo);
