CREATE TABLE "person_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "person_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" text NOT NULL,
	"by_uid" text,
	"way" text NOT NULL,
	"from_role" text NOT NULL,
	"to_role" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "person_links_way" CHECK ("person_links"."way" in ('installed', 'invited', 'role', 'recovered'))
);
--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_kind";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "asked_device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "asked_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "decided_device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "decided_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "person_links_uid" ON "person_links" USING btree ("uid","at");--> statement-breakpoint
CREATE INDEX "person_links_by" ON "person_links" USING btree ("by_uid","at");--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('bank-account', 'role', 'remittance', 'remittance-run', 'month-close', 'associate-merge'));--> statement-breakpoint
CREATE TRIGGER person_links_append_only BEFORE UPDATE OR DELETE ON person_links FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What was done before there was this table.
INSERT INTO person_links (uid, by_uid, way, from_role, to_role, at)
SELECT * FROM (
  SELECT accepted_by, invited_by, 'invited', 'donor', role, accepted_at
  FROM invitations WHERE accepted_by IS NOT NULL AND accepted_at IS NOT NULL AND role <> 'staff'
  UNION ALL
  SELECT subject_id, asked_by, 'role', change ->> 'from', coalesce(change ->> 'to', 'donor'), decided_at
  FROM approvals WHERE kind = 'role' AND state = 'done' AND change ->> 'type' IN ('change', 'remove')
  UNION ALL
  SELECT r.uid, r.asked_by, 'recovered', u.role, u.role, r.decided_at
  FROM second_factor_resets r JOIN users u ON u.uid = r.uid WHERE r.outcome = 'approved'
) AS earlier (uid, by_uid, way, from_role, to_role, at) ORDER BY at;
