import type { SecondFactors } from '#people/sign-in/second-factor.ts';

/** Whether this is the only second factor of a person who must have one. */
export const isLastDemanded = ({ isDemanded, hasTotp, passkeys }: SecondFactors): boolean =>
  isDemanded && passkeys.length + (hasTotp ? 1 : 0) === 1;

/** Explains why the last required factor cannot be removed. */
export function LastDemanded() {
  return (
    <p className="text-sm text-ink-2">
      運営と団体の担当者の方には2段階認証が必要なため、最後の1つは外せません。先に、ほかの方法を追加してください。
    </p>
  );
}
