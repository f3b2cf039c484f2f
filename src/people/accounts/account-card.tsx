import { type ReactNode, useId } from 'react';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';

/** A group of the account's settings. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </Card>
  );
}

/** One setting in a `<dl>`: its current value and the link or button that changes it. */
export function Setting({
  label,
  to,
  action = '変更',
  button,
  children,
}: {
  label: string;
  to?: string;
  action?: string;
  button?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-t border-dashed border-line py-3 first:border-t-0 narrow:grid-cols-[11rem_1fr_auto]">
      <dt className="text-sm text-ink-2 narrow:text-base">{label}</dt>
      <dd className="min-w-0 break-words max-narrow:row-start-2">{children}</dd>
      {(to ?? button) && (
        <dd className="max-narrow:col-start-2 max-narrow:row-span-2 max-narrow:row-start-1">
          {to ? (
            <ButtonLink to={to} variant="outline" size="small">
              {action}
              <span className="sr-only">（{label}）</span>
            </ButtonLink>
          ) : (
            button
          )}
        </dd>
      )}
    </div>
  );
}
