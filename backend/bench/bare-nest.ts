import '@fastify/helmet';
import '@fastify/static';
import '@nestjs/jwt';
import '@nestjs/mongoose';
import '@nestjs/passport';
import '@nestjs/swagger';
import '@node-rs/argon2';
import 'class-transformer';
import 'class-validator';
import 'exceljs';
import 'mongoose';
import 'passport-jwt';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

/** The limit of the start: Nest on Fastify with the packages of the application and nothing of its own. */
@Module({})
class BareModule {}

const app = await NestFactory.create<NestFastifyApplication>(BareModule, new FastifyAdapter(), {
  logger: false,
});
await app.listen(0, '127.0.0.1');
console.log(`Bare application listens at ${await app.getUrl()}`);
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
