import type { ReactNode } from 'react';
import type { OutsideRecipient } from '#kit/observing/outside-recipient.ts';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import { drawLegalTable } from './draw-legal-table.tsx';
import type { LegalPage } from './legal-page.ts';
import { LegalText } from './legal-text.tsx';

/** A legal text on its page. `children` come before its articles, `end` after. */
export function LegalBody({
  page,
  recipients,
  end,
  children,
}: {
  page: LegalPage;
  recipients: readonly OutsideRecipient[];
  end?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="page-container pt-8 pb-16">
      <div className="mx-auto max-w-narrow">
        <h1>{page.title}</h1>
        <RichText blocks={page.lead} className="mt-3" />
        {children}
        <LegalText {...page} drawTable={drawLegalTable(recipients)} />
        {end}
      </div>
    </div>
  );
}
