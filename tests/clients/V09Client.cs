// A client for the course's protocol v0.9, written from its text alone: it plays or watches one whole game
// and ends with an error at the first thing the contract does not allow.
using System;
using System.IO;

namespace Fogg.V09 {

class UsageError : Exception {
  public UsageError(string what) : base(what) {}
}

class Options {
  public string Host, Name, Token, Transcript;
  public int Port, Seed = 1, Mistakes, TimeoutSeconds = 120;
  public double Queries;
  public Seat? Colour;
  public bool Observer, Upper, Crlf, Hoard;
  public Style Style = Style.Plain;
  public Bonus Bonus = Bonus.Longest;

  /// With what the server must be told to be let in.
  public string JoinName { get { return Token == null ? Name : Name + "@" + Token; } }

  public static Options Parse(string[] args) {
    if (args.Length < 3) throw new UsageError("HOST, PORT and NAME are needed");
    var options = new Options { Host = args[0], Port = Number(args[1], 1, 65535), Name = args[2] };
    for (int i = 3; i < args.Length; i++) {
      string option = args[i];
      Func<string> value = () => {
        if (++i >= args.Length) throw new UsageError(option + " needs a value");
        return args[i];
      };
      switch (option) {
        case "--color": options.Colour = Word<Seat>(value()); break;
        case "--token": options.Token = value(); break;
        case "--observer": options.Observer = true; break;
        case "--seed": options.Seed = Number(value(), 0, int.MaxValue); break;
        case "--dialect": options.Upper = Word<DialectName>(value()) == DialectName.Upper; break;
        case "--style": options.Style = Word<Style>(value()); break;
        case "--queries": options.Queries = Number(value(), 0, 100); break;
        case "--mistakes": options.Mistakes = Number(value(), 0, 90); break;
        case "--bonus": options.Bonus = Word<Bonus>(value()); break;
        case "--hoard": options.Hoard = true; break;
        case "--transcript": options.Transcript = value(); break;
        case "--crlf": options.Crlf = true; break;
        case "--timeout": options.TimeoutSeconds = Number(value(), 1, 86400); break;
        default: throw new UsageError("unknown option " + option);
      }
    }
    return options;
  }

  enum DialectName { Camel, Upper }

  static T Word<T>(string text) where T : struct {
    T result;
    if (text.Length > 0 && char.IsLetter(text[0]) && Enum.TryParse(text, true, out result)) return result;
    throw new UsageError("\"" + text + "\" is none of: " + string.Join(", ", Enum.GetNames(typeof(T))));
  }

  static int Number(string text, int low, int high) {
    int result;
    if (int.TryParse(text, out result) && result >= low && result <= high) return result;
    throw new UsageError("\"" + text + "\" is not a number from " + low + " to " + high);
  }
}

static class Program {
  const string kUsage =
    "usage: V09Client.exe HOST PORT NAME [--color COLOUR] [--observer] [--token TOKEN] [--seed N] [--dialect camel|upper]\n" +
    "         [--style plain|oldest|older|exact] [--queries N] [--mistakes PERCENT] [--hoard]\n" +
    "         [--bonus longest|tickets|both|none] [--transcript FILE] [--crlf] [--timeout SECONDS]";
  const int kPlayed = 0, kDeviation = 1, kUsageError = 2, kTimeOut = 3, kClosed = 4;

  static int Main(string[] args) {
    Options options;
    try {
      options = Options.Parse(args);
    } catch (UsageError e) {
      Console.Error.WriteLine(e.Message + "\n" + kUsage);
      return kUsageError;
    }
    try {
      using (var connection = new Connection(options.Host, options.Port, options.TimeoutSeconds, options.Crlf,
                                             options.Transcript))
        Console.WriteLine(new Client(options, connection).Run());
      return kPlayed;
    } catch (Deviation e) {
      return Fail(options, kDeviation, e.Message);
    } catch (TimedOut e) {
      return Fail(options, kTimeOut, e.Message);
    } catch (Closed e) {
      return Fail(options, kClosed, e.Message);
    } catch (Exception e) when (e is IOException || e is UnauthorizedAccessException) {
      return Fail(options, kUsageError, e.Message);  // only the transcript's file is opened by us
    }
  }

  static int Fail(Options options, int code, string sentence) {
    const int kEnough = 400;  // a list of routes would bury the sentence; the transcript has the whole line
    if (sentence.Length > kEnough) sentence = sentence.Substring(0, kEnough) + " ...";
    Console.Error.WriteLine("V09Client " + options.Name + ": " + sentence);
    return code;
  }
}

}  // namespace Fogg.V09
