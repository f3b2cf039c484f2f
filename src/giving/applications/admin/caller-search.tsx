import { useState } from 'react';
import { visitorUid } from '#giving/applications/application.ts';
import { prefillOf } from '#giving/applications/form/application-values.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import type { Form } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { KeywordBox } from '#kit/lists/keyword/keyword-box.tsx';
import { Button } from '#kit/ui/button.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import type { Donor, DonorLine } from '#people/donors/donor.ts';
import { emptyPhoneApplication, type PhoneValues } from './phone-values.ts';

const shownFound = 5;

/** Looks up a caller by their data, so that nothing known needs to be asked again. */
export function CallerSearch({ form }: { form: Form<PhoneValues, unknown> }) {
  const [keyword, setKeyword] = useState('');
  const found = useQuery<DonorLine[]>(
    keyword.trim() === '' ? undefined : `callers by ${keyword}`,
    (signal) => api('/api/office/donors/search', { body: { keyword }, signal }),
  );
  const submission = useSubmission(
    ({ id }: DonorLine) => api<Donor>(`/api/office/donors/${encodeURIComponent(id)}`),
    {
      onDone({ isGuest, id, account }) {
        form.setValue('applicant', emptyPhoneApplication.applicant);
        form.setValue('applicantAddress', emptyPhoneApplication.applicantAddress);
        form.fill(prefillOf(account, emptyPhoneApplication));
        form.setValue('uid', isGuest ? visitorUid : id);
        setKeyword('');
      },
    },
  );
  const isMember = form.values.uid !== visitorUid;
  const shown = found.value?.slice(0, shownFound);
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-2">
        お名前・ふりがな・電話番号などでお探しください。見つからなければ、そのまま次へお進みください。
      </p>
      <KeywordBox
        label="名前・かな・電話・メール・申込番号"
        keyword={keyword}
        onSearch={setKeyword}
      />
      {shown?.length === 0 && (
        <p role="status" className="text-sm text-ink-2">
          当てはまる方がいません。はじめての方としてお受けします。
        </p>
      )}
      <ul className="divide-y divide-dashed divide-line">
        {shown?.map((line) => (
          <li key={line.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="min-w-0">
              <b>{line.name || line.email}</b>
              <span className="ml-2 text-sm text-ink-2">{line.isGuest ? 'ゲスト' : '会員'}</span>
              <span className="block text-sm break-all text-ink-2">
                {`${line.email}　${formatPhone(line.tel)}`}
              </span>
            </span>
            <Button
              variant="outline"
              size="small"
              isBusy={submission.isPending}
              onClick={() => submission.send(line)}
            >
              この方で入力する
            </Button>
          </li>
        ))}
      </ul>
      <SubmitError message={submission.message} />
      {isMember && (
        <p className="flex flex-wrap items-center justify-between gap-2 rounded-tile bg-coral-soft px-4 py-2">
          会員の方の履歴に入ります。
          <Button variant="quiet" size="small" onClick={() => form.setValue('uid', visitorUid)}>
            ゲストとして受け付ける
          </Button>
        </p>
      )}
    </div>
  );
}
