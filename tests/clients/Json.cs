// A JSON reader that forgives nothing: the clients of 2018 used a library, and a line that a library
// reads in its own way is a line that another library may refuse.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Fogg.V09 {

/// The server did something that the contract does not allow.
class Deviation : Exception {
  public Deviation(string sentence) : base(sentence) {}
}

/// A number that is not written as a plain integer; kept apart so that no count can be read from it.
class RealNumber {
  public readonly string Literal;
  public RealNumber(string literal) { Literal = literal; }
}

/// Values are Dictionary, List<object>, string, long, RealNumber, bool or null.
class Json {
  const int kMaxDepth = 16;
  readonly string text;
  int at;

  Json(string text) { this.text = text; }

  /// Reads a line which must be exactly one object, with nothing around it.
  public static Dictionary<string, object> ReadObject(string line) {
    var reader = new Json(line);
    if (line.Length == 0 || line[0] != '{') throw new Deviation("a line does not begin with a JSON object: " + line);
    var value = (Dictionary<string, object>)reader.Value(0);
    if (reader.at != line.Length) throw reader.Bad("something follows the object");
    return value;
  }

  object Value(int depth) {
    if (depth > kMaxDepth) throw Bad("nested too deeply");
    SkipBlanks();
    switch (Peek()) {
      case '{': return Object(depth);
      case '[': return Array(depth);
      case '"': return String();
      case 't': Literal("true"); return true;
      case 'f': Literal("false"); return false;
      case 'n': Literal("null"); return null;
      default: return Number();
    }
  }

  Dictionary<string, object> Object(int depth) {
    var result = new Dictionary<string, object>();
    Expect('{');
    SkipBlanks();
    if (TryTake('}')) return result;
    do {
      SkipBlanks();
      string key = String();
      SkipBlanks();
      Expect(':');
      object value = Value(depth + 1);
      if (result.ContainsKey(key)) throw Bad("the key " + key + " stands twice");
      result.Add(key, value);
      SkipBlanks();
    } while (TryTake(','));
    Expect('}');
    return result;
  }

  List<object> Array(int depth) {
    var result = new List<object>();
    Expect('[');
    SkipBlanks();
    if (TryTake(']')) return result;
    do {
      result.Add(Value(depth + 1));
      SkipBlanks();
    } while (TryTake(','));
    Expect(']');
    return result;
  }

  string String() {
    Expect('"');
    var result = new StringBuilder();
    while (true) {
      char c = Peek();
      at++;
      if (c == '"') return result.ToString();
      if (c < ' ') throw Bad("a control character in a string");
      if (c != '\\') {
        result.Append(c);
        continue;
      }
      char escape = Peek();
      at++;
      int plain = "\"\\/bfnrt".IndexOf(escape);
      if (plain >= 0) result.Append("\"\\/\b\f\n\r\t"[plain]);
      else if (escape == 'u') result.Append(HexCharacter());
      else throw Bad("an unknown escape in a string");
    }
  }

  char HexCharacter() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = "0123456789abcdef".IndexOf(char.ToLowerInvariant(Peek()));
      if (digit < 0) throw Bad("a \\u escape without four hexadecimal digits");
      code = code * 16 + digit;
      at++;
    }
    return (char)code;
  }

  object Number() {
    int start = at;
    bool integer = true;
    TryTake('-');
    if (!TryTake('0')) Digits();
    if (TryTake('.')) {
      integer = false;
      Digits();
    }
    if (TryTake('e') || TryTake('E')) {
      integer = false;
      if (!TryTake('+')) TryTake('-');
      Digits();
    }
    string literal = text.Substring(start, at - start);
    long value;
    if (integer && long.TryParse(literal, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value))
      return value;
    return new RealNumber(literal);
  }

  void Digits() {
    if (!IsDigit()) throw Bad("no JSON value");
    while (IsDigit()) at++;
  }

  bool IsDigit() { return at < text.Length && text[at] >= '0' && text[at] <= '9'; }

  char Peek() {
    if (at >= text.Length) throw Bad("the line ends too early");
    return text[at];
  }

  bool TryTake(char c) {
    if (at >= text.Length || text[at] != c) return false;
    at++;
    return true;
  }

  void Expect(char c) {
    if (!TryTake(c)) throw Bad("'" + c + "' is missing");
  }

  void Literal(string word) {
    if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Bad("no JSON value");
    at += word.Length;
  }

  void SkipBlanks() {
    while (at < text.Length && (text[at] == ' ' || text[at] == '\t')) at++;
  }

  Deviation Bad(string what) {
    return new Deviation("not valid JSON at character " + (at + 1) + " (" + what + "): " + text);
  }
}

}  // namespace Fogg.V09
