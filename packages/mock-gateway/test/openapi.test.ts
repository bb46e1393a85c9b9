import { v3Routes } from '@inrgate/sdk/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMockGateway, type MockGateway } from '../src/gateway.ts';
import { controlRoutes } from '../src/http/control/routes.ts';
import { answers } from '../src/http/openapi/control/answers.ts';
import { events } from '../src/http/openapi/control/events.ts';
import { shapes } from '../src/http/openapi/control/shapes.ts';
import { follow } from './openapi.ts';
