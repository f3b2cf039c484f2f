import type { ReactNode } from 'react';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Tabs } from '#kit/ui/navigation/tabs.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';

const tabs = [
  { to: '/achievements', label: '全体', end: true },
  { to: '/achievements/category', label: '社会課題別' },
  { to: '/achievements/genre', label: 'お品物別' },
];

/** The frame of the achievement pages: navigation above, downloads below. */
export function AchievementsPage({
  title,
  lead,
  notes,
  children,
}: {
  title: string;
  lead: string;
  /** How the figures are counted. */
  notes: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className="page-container py-10">
      <h1>{title}</h1>
      <p className="mt-2 mb-6 text-ink-2">{lead}</p>
      <Tabs label="寄付の実績" tabs={tabs} />
      {children}
      <section className="pt-16">
        <h2 className="text-xl">数字をダウンロード</h2>
        <p className="mt-1 text-ink-2">
          月、社会課題、団体の種別、お品物ごとの数字をまとめています。
        </p>
        <p className="mt-4 flex flex-wrap gap-3">
          <ButtonLink href="/api/achievements.csv" download variant="outline">
            <Icon name="download" />
            CSVをダウンロード
          </ButtonLink>
          <ButtonLink href="/api/achievements.json" download variant="outline">
            <Icon name="download" />
            JSONをダウンロード
          </ButtonLink>
        </p>
        <ul className="prose mt-6 list-disc pl-6 text-sm text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** A chart with its heading and the table of its figures. */
export function ChartSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="pt-12">
      <h2 className="mb-4 text-xl narrow:text-2xl">{title}</h2>
      {children}
    </section>
  );
}
