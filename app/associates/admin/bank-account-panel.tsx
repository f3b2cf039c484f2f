import { Panel } from '#app/admin/panel.tsx';
import type { PanelProps } from './panel-props.ts';

/** Where money is sent, as far as it is to be recognised. */
export function BankAccountPanel({ associate: { bankAccount } }: Pick<PanelProps, 'associate'>) {
  return (
    <Panel title="振込先の口座">
      <p className="text-sm wrap-anywhere">
        {bankAccount === '' ? 'まだ登録されていません。' : bankAccount}
      </p>
    </Panel>
  );
}
