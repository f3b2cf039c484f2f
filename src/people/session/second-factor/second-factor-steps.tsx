import { type ReactNode, useState } from 'react';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { hasPasskeys, notSupportedMessage } from '#people/session/passkeys.ts';
import type { SecondFactorKind } from '#people/sign-in/second-factor.ts';
import { CodeForm } from './code-form.tsx';

type Way = SecondFactorKind | 'recovery';

const choices: Record<Way, string> = {
  passkey: 'パスキーで確認する',
  totp: '認証アプリのコードを使う',
  recovery: '予備コードを使う',
};

/** The request of each method. */
export type SecondFactorActions = {
  passkey: () => Promise<unknown>;
  totp: (code: string) => Promise<unknown>;
  recovery: (code: string) => Promise<unknown>;
};

/** Asks for the second factor by one method at a time, the easiest first, with links to the others. */
export function SecondFactorSteps({
  methods,
  actions,
  action,
  onDone,
}: {
  /** The person's methods. */
  methods: readonly SecondFactorKind[];
  actions: SecondFactorActions;
  /** The action, for the buttons of codes. */
  action: string;
  onDone?: () => unknown;
}) {
  const ways: Way[] = [...easiestFirst(methods), 'recovery'];
  const [chosen, setWay] = useState<Way>();
  const way = chosen ?? ways[0] ?? 'recovery';
  const others = ways.filter((one) => one !== way);
  return (
    <div className="space-y-6">
      {methods.includes('passkey') && !hasPasskeys() && <p>{notSupportedMessage}</p>}
      {way === 'passkey' ? (
        <PasskeyWay use={actions.passkey} onDone={onDone} />
      ) : (
        <CodeForm key={way} kind={way} send={actions[way]} onDone={onDone} action={action} />
      )}
      {others.length > 0 && (
        <ul className="flex flex-wrap justify-center gap-x-2 border-t border-dashed border-line pt-3">
          {others.map((one) => (
            <li key={one}>
              <button
                type="button"
                className="min-h-11 px-3 text-coral-dark underline"
                onClick={() => setWay(one)}
              >
                {choices[one]}
              </button>
            </li>
          ))}
        </ul>
      )}
      <AllLost />
    </div>
  );
}

/** Passkeys first, as they need no typing, unless this browser does not support them. */
const easiestFirst = (methods: readonly SecondFactorKind[]): SecondFactorKind[] => [
  ...(methods.includes('passkey') && hasPasskeys() ? (['passkey'] as const) : []),
  ...(methods.includes('totp') ? (['totp'] as const) : []),
];

function PasskeyWay({
  use,
  onDone,
}: {
  use: () => Promise<unknown>;
  onDone?: (() => unknown) | undefined;
}) {
  const submission = useSubmission((_: object) => use(), { onDone });
  return (
    <div className="space-y-6">
      <p>
        お使いの端末の画面に沿って、指紋や顔、暗証番号などで、ご本人であることを確認してください。
      </p>
      <SubmitError message={submission.message} />
      <Button className="w-full" isBusy={submission.isPending} onClick={() => submission.send({})}>
        {submission.isPending ? '確認しています' : choices.passkey}
      </Button>
    </div>
  );
}

/** Recovery for people who lost every method. */
function AllLost(): ReactNode {
  return (
    <Disclosure summary="どの方法も使えないとき">
      <div className="space-y-2 text-sm">
        <p>
          寄付者の方は、
          <Link to="/contact" className="text-coral-dark underline">
            お問い合わせ
          </Link>
          からご連絡ください。ご本人であることを確かめたうえで、2段階認証を解除します。
        </p>
        <p>
          運営と団体の担当者の方は、ほかの運営者にご相談ください。運営者2人の確認で解除できます。
        </p>
      </div>
    </Disclosure>
  );
}
