import { useEffect, useRef, useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { loadSecondFactors, showCode, showPasskey } from '#people/session/second-factor.ts';
import type { SecondFactorKind, SecondFactors } from '#people/sign-in/second-factor.ts';
import { onSecondFactorAsked } from './request.ts';
import { SecondFactorSteps } from './second-factor-steps.tsx';

/**
 * Asks for the second factor whenever the server requires it for a change (src/kit/client/api.ts, which then repeats the
 * request). Mounted once on each page with such changes.
 */
export function SecondFactorDialog() {
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(isShown: boolean) => void>(undefined);
  const isShown = useRef(false);
  useEffect(() => {
    const stop = onSecondFactorAsked(
      () =>
        new Promise((resolve) => {
          settle.current = resolve;
          isShown.current = false;
          setOpen(true);
        }),
    );
    return () => {
      stop();
      settle.current?.(false);
    };
  }, []);
  return (
    <Dialog
      isOpen={isOpen}
      title="2段階認証の確認"
      onClose={() => setOpen(false)}
      // Only after closing: the change may move the focus, which until then is held by the dialog.
      onClosed={() => settle.current?.(isShown.current)}
    >
      <Steps
        onShown={() => {
          isShown.current = true;
          setOpen(false);
        }}
      />
    </Dialog>
  );
}

function Steps({ onShown }: { onShown: () => void }) {
  const own = useQuery('second factors, to show one', loadSecondFactors);
  if (own.problem) return <LoadFailure message={own.problem.message} onRetry={own.reload} />;
  if (!own.value) return <Skeleton lines={3} />;
  return (
    <div className="space-y-6">
      <p>大切な変更の前に、ご本人であることをもう一度確かめます。</p>
      <SecondFactorSteps
        methods={methodsOf(own.value)}
        actions={{ passkey: showPasskey, totp: showCode, recovery: showCode }}
        action="確認する"
        onDone={onShown}
      />
    </div>
  );
}

/** The methods available for a person's second factors. */
export const methodsOf = ({ hasTotp, passkeys }: SecondFactors): SecondFactorKind[] => [
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(hasTotp ? (['totp'] as const) : []),
];
