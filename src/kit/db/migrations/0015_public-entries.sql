CREATE TABLE "public_entries" (
	"position" bigint PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"line" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "public_entries_position" CHECK ("public_entries"."position" >= 0),
	CONSTRAINT "public_entries_kind" CHECK ("public_entries"."kind" in ('transfer', 'payout', 'confirmation', 'report', 'figures', 'month', 'letter', 'commitment'))
);
--> statement-breakpoint
CREATE INDEX "public_entries_kind" ON "public_entries" USING btree ("kind","position");--> statement-breakpoint
CREATE INDEX "public_entries_day" ON "public_entries" USING btree ("day","position");--> statement-breakpoint
CREATE TRIGGER public_entries_append_only BEFORE UPDATE OR DELETE ON public_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER public_entries_not_emptied BEFORE TRUNCATE ON public_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
