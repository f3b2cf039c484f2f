import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import type { Form } from '#kit/forms/use-form.ts';
import { KeywordBox } from '#kit/lists/keyword/keyword-box.tsx';
import { Button } from '#kit/ui/button.tsx';
import type { Associate } from '#organisations/associates/associate.ts';
import { chosenAssociate, type PhoneValues } from './phone-values.ts';

const shownFound = 6;

/** The organisation that the caller names: search, then choose. */
export function AssociateChoice({ form }: { form: Form<PhoneValues, unknown> }) {
  const [keyword, setKeyword] = useState('');
  const search = new URLSearchParams({ keyword: keyword.trim() });
  const found = useQuery<Associate[]>(
    keyword.trim() === '' ? undefined : `/api/associates?${search}`,
  );
  const { associateId, associateName } = form.values;
  const { id, error } = form.register('associateId');
  const choose = (values: ReturnType<typeof chosenAssociate>) => {
    for (const [path, value] of Object.entries(values)) form.setValue(path, value);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">寄付先の団体</legend>
      {associateId ? (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-2 rounded-tile bg-coral-soft px-4 py-2">
          <b>{associateName}</b>
          <Button
            variant="quiet"
            size="small"
            onClick={() => choose({ associateId: '', associateName: '', noReceipt: '', cost: '' })}
          >
            選び直す
          </Button>
        </p>
      ) : (
        <div id={id} tabIndex={-1} className="mt-2">
          <KeywordBox label="団体の名前や活動でさがす" keyword={keyword} onSearch={setKeyword} />
          {found.value?.length === 0 && (
            <p role="status" className="mt-2 text-sm text-ink-2">
              当てはまる団体がありません。
            </p>
          )}
          <ul className="mt-2 divide-y divide-dashed divide-line">
            {found.value?.slice(0, shownFound).map((associate) => (
              <li key={associate.id}>
                <button
                  type="button"
                  className="min-h-11 w-full py-2 text-left font-bold text-coral-dark hover:bg-sand"
                  onClick={() => {
                    choose(chosenAssociate(associate));
                    setKeyword('');
                  }}
                >
                  {associate.name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {error && <p className="mt-1 text-sm text-error">{error}</p>}
    </fieldset>
  );
}
