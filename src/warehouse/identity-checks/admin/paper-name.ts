import { paperFacts } from '#warehouse/identity-checks/identity-check.ts';
import type { AdminPapers } from '#warehouse/identity-checks/identity-check-schema.ts';

type Paper = AdminPapers['papers'][number];

/** Name of a paper; the second file of a kind is the back. */
export function paperName({ id, kind }: Paper, papers: readonly Paper[]): string {
  const isBack = papers.find((one) => one.kind === kind)?.id !== id;
  return `${paperFacts[kind].label}${isBack ? '（裏面）' : ''}`;
}
