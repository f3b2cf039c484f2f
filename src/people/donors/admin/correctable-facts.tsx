import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { mailHref, telHref } from '#kit/ui/links/contact-href.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { wholeAddress } from '#kit/values/postal/written-address.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import type { Account } from '#people/accounts/account.ts';
import { type CorrectedPart, correctedPartLabels } from '#people/donors/donor-changes.ts';
import { type Correctable, CorrectionDialog } from './correction-dialog.tsx';

const link = 'break-all text-coral-dark underline';

/** A donor's contact data, with buttons to correct it at their request. */
export function CorrectableFacts({
  correctable,
  account,
  onChanged,
}: {
  /** Undefined where nothing can be corrected: a guest's data is corrected in each application. */
  correctable: Correctable | undefined;
  account: Account;
  onChanged: () => void;
}) {
  const { email, tel, address } = account;
  const { zipcode, prefecture, line1, line2, building } = address;
  return (
    <>
      <Facts>
        <Fact label="メール">
          <a href={mailHref(email)} className={link}>
            {email}
          </a>
        </Fact>
        <Fact label="電話番号">
          {tel && (
            <a href={telHref(tel)} className={link}>
              {formatPhone(tel)}
            </a>
          )}
        </Fact>
        <Fact label="ご住所">
          {prefecture && (
            <>
              {formatPostalCode(zipcode)}
              <br />
              {wholeAddress({ prefecture, line1, line2, building })}
            </>
          )}
        </Fact>
      </Facts>
      {correctable ? (
        <CorrectionButtons correctable={correctable} onChanged={onChanged} />
      ) : (
        <p className="mt-3 text-sm text-ink-2">
          いちばん新しいお申し込みの内容です。直すときは、お申し込みを開いてください。
        </p>
      )}
    </>
  );
}

/** Opens the form that corrects one part. */
export function CorrectionButtons({
  correctable,
  onChanged,
}: {
  correctable: Correctable;
  onChanged: () => void;
}) {
  const [part, setPart] = useState<CorrectedPart>();
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        {(Object.keys(correctedPartLabels) as CorrectedPart[]).map((one) => (
          <Button key={one} variant="outline" size="small" onClick={() => setPart(one)}>
            {correctedPartLabels[one]}を直す
          </Button>
        ))}
      </div>
      <CorrectionDialog
        part={part}
        correctable={correctable}
        onClose={() => setPart(undefined)}
        onDone={() => {
          setPart(undefined);
          onChanged();
        }}
      />
    </>
  );
}
