import type { ReactNode } from 'react';

/** A section of a guide under its heading; other pages link to its `id`. */
export function GuideSection({
  id,
  title,
  lead,
  children,
}: {
  id?: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section id={id} className="page-container pt-14">
      <h2>{title}</h2>
      {lead && <p className="mt-2 max-w-narrow text-ink-2">{lead}</p>}
      <div className="mt-6">{children}</div>
    </section>
  );
}
