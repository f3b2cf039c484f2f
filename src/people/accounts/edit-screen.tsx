import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';

const accountPath = '/mypage/account';

/** The page of one account setting: a success notice, the form and a back link. */
export function EditScreen({
  title,
  lead,
  done,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** The notice shown once the change is stored. */
  done: { title: string; text?: ReactNode };
  children: (onDone: () => void) => ReactNode;
}) {
  const [doneCount, setDoneCount] = useState(0);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (doneCount > 0) notice.current?.focus();
  }, [doneCount]);
  return (
    <AccountScreen title={title} lead={lead}>
      <div ref={notice} tabIndex={-1} className="scroll-mt-24 not-empty:mb-6">
        {doneCount > 0 && (
          <Notice kind="success" title={done.title}>
            {done.text}
            <ButtonLink to={accountPath} variant="outline" size="small" className="mt-3">
              アカウント設定に戻る
            </ButtonLink>
          </Notice>
        )}
      </div>
      <Card>{children(() => setDoneCount(doneCount + 1))}</Card>
    </AccountScreen>
  );
}

/** The frame of the account section's pages: heading, lead text, content and a back link. */
export function AccountScreen({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page-container py-10">
      <div className="mx-auto max-w-narrow">
        <h1 className={lead ? '' : 'mb-6'}>{title}</h1>
        {lead && <p className="mt-2 mb-6 text-ink-2">{lead}</p>}
        {children}
        <p className="mt-6">
          <Link
            to={accountPath}
            className="inline-flex min-h-11 items-center gap-1 font-bold text-coral-dark"
          >
            <Icon name="chevron-left" />
            アカウント設定
          </Link>
        </p>
      </div>
    </div>
  );
}
