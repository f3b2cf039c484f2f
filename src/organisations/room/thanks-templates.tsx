import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { maxThanksTemplates, type ThanksTemplate } from '#organisations/thanks/thanks-template.ts';
import { ThanksTemplateForm } from './thanks-template-form.tsx';

type Chosen = ThanksTemplate | 'new';

/** The organisation's own thank-you templates, which editors use, write and edit. */
export function ThanksTemplates({
  path,
  mayChange,
  isBeginning,
  onBegin,
}: {
  /** Their path at the API. */
  path: string;
  mayChange: boolean;
  isBeginning: boolean;
  onBegin: (template: ThanksTemplate) => void;
}) {
  const { value, problem, reload } = useQuery<ThanksTemplate[]>(path);
  const [chosen, setChosen] = useState<Chosen>();
  const [isOpen, setOpen] = useState(false);
  function open(next: Chosen) {
    setChosen(next);
    setOpen(true);
  }
  return (
    <Card as="section" aria-labelledby="own-templates" className="mb-6">
      <h2 id="own-templates" className="text-xl narrow:text-2xl">
        団体の文例
      </h2>
      {problem && !value && <LoadFailure message={problem.message} onRetry={reload} />}
      {!problem && !value && <Skeleton lines={3} label="文例を読み込んでいます" />}
      {value?.length === 0 && (
        <p className="mt-2 text-ink-2">
          文例はまだありません。よく使う文章を残しておくと、お礼をすぐに書き始められます。
        </p>
      )}
      <ul className="mt-3 divide-y divide-dashed divide-line">
        {value?.map((template) => (
          <li key={template.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-bold wrap-anywhere">{template.name}</p>
              <p className="text-sm text-ink-2 wrap-anywhere">{template.title}</p>
            </div>
            {mayChange && (
              <div className="flex flex-wrap gap-3">
                <Button
                  variant="outline"
                  size="small"
                  isBusy={isBeginning}
                  onClick={() => onBegin(template)}
                >
                  <span className="sr-only">「{template.name}」：</span>この文例で書く
                </Button>
                <Button variant="quiet" size="small" onClick={() => open(template)}>
                  <span className="sr-only">「{template.name}」：</span>文例を直す
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayChange && value && value.length < maxThanksTemplates && (
        <Button variant="outline" className="mt-3" onClick={() => open('new')}>
          文例を作る
        </Button>
      )}
      {mayChange && value && value.length >= maxThanksTemplates && (
        <p className="mt-3 text-sm text-ink-2">文例は{maxThanksTemplates}件までです。</p>
      )}
      <Dialog
        isOpen={isOpen}
        title={chosen === 'new' ? '文例を作る' : '文例を直す'}
        shape="wide"
        onClose={() => setOpen(false)}
      >
        <ThanksTemplateForm
          key={chosen === 'new' ? 'new' : chosen?.id}
          path={path}
          {...(chosen !== 'new' && chosen && { template: chosen })}
          onDone={reload}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </Card>
  );
}
