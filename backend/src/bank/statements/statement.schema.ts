import {
  type CsvMapping,
  type StatementEncoding,
  statementEncodings,
  type StatementFormat,
  statementFormats,
} from '#bank-files/contract';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Answers, ProofCents } from '#bank-files';

/** An imported file of a bank account, or a draft of it. Uses mongoose: it is seldom read and written. */
@Schema({ collection: 'statements', timestamps: { createdAt: true, updatedAt: false }, versionKey: false })
export class Statement {
  _id!: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.ObjectId, required: true }) bankAccountId!: Types.ObjectId;
  @Prop({ required: true }) fileName!: string;
  @Prop({ type: String, required: true, enum: statementFormats }) format!: StatementFormat;
  @Prop({ type: String, required: true, enum: ['draft', 'imported'] }) state!: 'draft' | 'imported';
  /** SHA-256 of the bytes: the same file is stored once per account. */
  @Prop({ required: true, select: false }) hash!: string;
  /** Bytes of the file. */
  @Prop({ required: true }) size!: number;
  @Prop({ type: MongooseSchema.Types.Mixed, default: null }) mapping!: CsvMapping | null;
  /** True where an admin has said the mapping; else the file is read by its remembered layout or a guess. */
  @Prop() isTold?: boolean;
  /** Single parts of the mapping that an admin has said, where it is not said whole. */
  @Prop({ type: MongooseSchema.Types.Mixed }) answers?: Answers;
  /** The mapping whose reading an admin has confirmed. */
  @Prop({ type: MongooseSchema.Types.Mixed }) confirmed?: CsvMapping;
  /**
   * True where an admin has said that the file belongs to the account although its own number differs, or all rows of a
   * file with several accounts do.
   */
  @Prop() isOfAccount?: boolean;
  /** The one of the file's accounts whose rows an admin has said to belong to the account. */
  @Prop() fileAccount?: string;
  /** The encoding that an admin has said the text to be in. */
  @Prop({ type: String, enum: statementEncodings }) encoding?: StatementEncoding;
  /** Numbers of the rows that the admin has excluded or included. */
  @Prop({ type: [Number], default: [] }) excluded!: number[];
  @Prop({ type: [Number], default: [] }) included!: number[];
  /** Counts what was said of a draft; missing where nothing was. */
  @Prop() version?: number;
  @Prop({ type: String, default: null }) from!: string | null;
  @Prop({ type: String, default: null }) to!: string | null;
  /** Of an import: the file's control sums beside its rows, in cents. */
  @Prop({ type: MongooseSchema.Types.Mixed }) proof?: ProofCents;
  @Prop({ required: true }) createdBy!: string;
  @Prop() importedAt?: Date;
  @Prop() importedBy?: string;
  /** The result of the import; ready and review are set after its transactions were matched. */
  @Prop() imported?: number;
  @Prop() known?: number;
  @Prop() ready?: number;
  @Prop() review?: number;
  createdAt!: Date;
}

declare module '../../platform/changes/change.js' {
  interface ChangedRecords {
    statements: Statement;
  }
}

export const StatementSchema = SchemaFactory.createForClass(Statement);
StatementSchema.index({ bankAccountId: 1, hash: 1 }, { unique: true });
StatementSchema.index({ bankAccountId: 1, createdAt: -1, _id: -1 });
StatementSchema.index({ createdAt: -1, _id: -1 });

/** The unchanged bytes of a statement, and of a draft its reading, under the statement's id. */
@Schema({ collection: 'statementfiles', versionKey: false })
export class StatementFile {
  @Prop({ type: MongooseSchema.Types.ObjectId }) _id!: Types.ObjectId;
  @Prop({ type: Buffer, required: true }) bytes!: Buffer;
  /** A draft's reading as compressed JSON, and the key of all that it was read by (StatementReadings). */
  @Prop({ type: Buffer }) reading?: Buffer;
  @Prop() readingKey?: string;
}

export const StatementFileSchema = SchemaFactory.createForClass(StatementFile);
