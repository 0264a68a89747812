/**
 * SetupCodec: the shapes of the three setups as JSON; what the shapes cannot say is checked in `setup.ts`.
 *
 * @module
 */
import * as t from 'io-ts'
import type {
  BargainingWorld,
  GeneratorParameters,
  NegotiationRules,
  SellerParameters,
  SymmetricParameters,
  SymmetricWorld,
} from '../../bargaining/index.js'
import { arrayOf, closedObjectOf, Finite, nullable, oneOf } from '../../core/codec.js'
import type { AnchoredSetup, BargainSetup, LiveSetup, SymmetricSetup } from './setup.js'

/** The literal type of the format; its constant stands with the model. */
const Format: t.Type<'edgeworth-bargains/1'> = /* @__PURE__ */ t.literal('edgeworth-bargains/1')

const Range = /* @__PURE__ */ t.readonly(/* @__PURE__ */ t.tuple([Finite, Finite]))

const Parameters: t.Type<SellerParameters> = /* @__PURE__ */ closedObjectOf({
  concession: Finite,
  approach: Finite,
  stalling: Finite,
  walkAway: Finite,
  reservation: Finite,
  rounds: Finite,
  stallThreshold: Finite,
  openingMultiple: Finite,
  finalAccept: t.boolean,
  rounding: /* @__PURE__ */ oneOf('cent', 'none'),
})

const Generator: t.Type<GeneratorParameters> = /* @__PURE__ */ closedObjectOf({
  name: t.string,
  value: Range,
  margin: Range,
  markup: Range,
  reservationShare: /* @__PURE__ */ nullable(Range),
})

const SymmetricGenerator: t.Type<SymmetricParameters> = /* @__PURE__ */ closedObjectOf({
  cost: Range,
  zone: Range,
  markup: Range,
  hazard: Finite,
})

const World: t.Type<BargainingWorld> = /* @__PURE__ */ closedObjectOf(
  { id: t.string, value: Finite, cost: Finite, list: Finite },
  { reservationShare: Finite },
)

const TimedWorld: t.Type<SymmetricWorld> = /* @__PURE__ */ closedObjectOf(
  { id: t.string, value: Finite, cost: Finite, list: Finite, lastTurn: Finite },
  { reservationShare: Finite },
)

const Rules: t.Type<NegotiationRules> = /* @__PURE__ */ closedObjectOf({
  sellerAnswersLast: t.boolean,
  listPublished: t.boolean,
  counterResets: t.boolean,
  deadlineKnown: t.boolean,
  deadline: Finite,
})

const drawnFrom = <P>(generator: t.Type<P>) =>
  nullable(closedObjectOf({ generator, seed: t.string }))

/**
 * Reads which game a setup is of, whatever else is in it.
 *
 * @category codec
 * @since 0.1.0
 */
export const HeadCodec: t.Type<Pick<BargainSetup, 'format' | 'game'>> = /* @__PURE__ */ t.type({
  format: Format,
  game: /* @__PURE__ */ oneOf('anchored', 'live', 'symmetric'),
})

/**
 * Reads the setup of bargains with a scripted seller.
 *
 * @category codec
 * @since 0.1.0
 */
export const AnchoredSetupCodec: t.Type<AnchoredSetup> = /* @__PURE__ */ closedObjectOf({
  format: Format,
  game: /* @__PURE__ */ t.literal('anchored'),
  seller: /* @__PURE__ */ closedObjectOf({ name: t.string, parameters: Parameters }),
  buyer: t.string,
  disclosure: /* @__PURE__ */ nullable(t.string),
  drawn: /* @__PURE__ */ drawnFrom(Generator),
  worlds: /* @__PURE__ */ arrayOf(World),
})

/**
 * Reads the setup of bargains in which the seller is asked too.
 *
 * @category codec
 * @since 0.1.0
 */
export const LiveSetupCodec: t.Type<LiveSetup> = /* @__PURE__ */ closedObjectOf({
  format: Format,
  game: /* @__PURE__ */ t.literal('live'),
  counterpart: t.string,
  buyer: t.string,
  rounds: Finite,
  drawn: /* @__PURE__ */ drawnFrom(Generator),
  worlds: /* @__PURE__ */ arrayOf(World),
})

/**
 * Reads the setup of symmetric negotiations.
 *
 * @category codec
 * @since 0.1.0
 */
export const SymmetricSetupCodec: t.Type<SymmetricSetup> = /* @__PURE__ */ closedObjectOf({
  format: Format,
  game: /* @__PURE__ */ t.literal('symmetric'),
  participants: /* @__PURE__ */ t.readonly(/* @__PURE__ */ t.tuple([t.string, t.string])),
  rules: Rules,
  drawn: /* @__PURE__ */ drawnFrom(SymmetricGenerator),
  worlds: /* @__PURE__ */ arrayOf(TimedWorld),
})
