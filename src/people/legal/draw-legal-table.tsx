import type { ReactNode } from 'react';
import type { OutsideRecipient } from '#kit/observing/outside-recipient.ts';
import type { LegalTable } from './legal-text.ts';
import { OutsideRecipients } from './outside-recipients.tsx';
import { CollectedData, DataRecipients, RetentionTimes } from './personal-data-tables.tsx';
import { StoredInBrowser } from './stored-in-browser.tsx';

/** Renders the tables of the privacy policy, which are generated from the product and not typed. */
export const drawLegalTable =
  (recipients: readonly OutsideRecipient[]) =>
  (table: LegalTable): ReactNode => {
    switch (table) {
      case 'collectedData':
        return <CollectedData />;
      case 'dataRecipients':
        return <DataRecipients />;
      case 'retentionTimes':
        return <RetentionTimes />;
      case 'storedInBrowser':
        return <StoredInBrowser hasGoogle={recipients.some(({ kind }) => kind === 'ga4')} />;
      case 'outsideRecipients':
        return (
          <div className="prose">
            <OutsideRecipients recipients={recipients} />
          </div>
        );
    }
  };
