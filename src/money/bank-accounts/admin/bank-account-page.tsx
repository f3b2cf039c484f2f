import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { BankAccountCard } from '#money/bank-accounts/bank-account-card.tsx';

export const meta = () => [
  { title: '振込元の口座｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The service's account for paying organisations. */
export default function BankAccountPage() {
  return (
    <>
      <PageHead title="振込元の口座" />
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        団体へ送金するときの、サービスの口座です。変更は、もう1人の承認のあとに反映します。
      </p>
      <Panel label="振込元の口座">
        <BankAccountCard associateId={undefined} />
      </Panel>
    </>
  );
}
